# No gestures.
189d
482d
496d
