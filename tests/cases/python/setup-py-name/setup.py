from pathlib import Path

from setuptools import find_packages, setup

Path("setup-was-run").write_text("by a tool that must not")
setup(name="ledgerkit", version="1.0", package_dir={"": "src"}, packages=find_packages("src"))
