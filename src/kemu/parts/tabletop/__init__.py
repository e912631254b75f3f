"""A table of shapes: exact geometry on whole numbers, for games that are played with a ruler.

`points`, `segments` and `polygons` ask and answer on integers; `sight` runs lines from eye to eye; `ways` finds the
shortest path round walls; `packing` closes a group up round its lead; `reach` draws where a move can go.
"""
