package hollow
