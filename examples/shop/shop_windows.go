//go:build windows

package shop

var drive = "C:"
