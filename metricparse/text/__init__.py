"""Documents → typed regions with exact positions: `document.read_document` is the way in."""
