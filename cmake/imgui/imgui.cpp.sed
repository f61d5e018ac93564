# Nothing is read from or written to imgui.ini: neither windows and tables …
3571,3582d
# … nor once a frame.
4558d
