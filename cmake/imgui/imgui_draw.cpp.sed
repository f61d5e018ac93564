# An atlas without fonts gets no default font: 10 KB that no compression makes smaller.
2363,2364d
