# No log of all events, and no gestures.
677,679d
1217d
