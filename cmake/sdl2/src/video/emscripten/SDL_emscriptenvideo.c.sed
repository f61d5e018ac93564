# No windows drawn by the processor: WebGL draws.
105,107d
