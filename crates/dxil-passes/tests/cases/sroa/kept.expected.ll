; unchanged
