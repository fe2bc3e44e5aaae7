"""Opens windows."""

import tkinter

tkinter.Tk().mainloop()
