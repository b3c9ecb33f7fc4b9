"""The chart of docs/performance.md: times faster than PyTorch, as bars on a
logarithmic scale, readable on light and on dark ground.
"""

import math
from xml.sax.saxutils import escape

LABEL_WIDTH = 372
PLOT_WIDTH = 430
VALUE_WIDTH = 58
ROW_HEIGHT = 20
BAR_HEIGHT = 12
TOP = 58
BOTTOM = 34
COLOURS = {"MSE": "#3b82c4", "NLL2d": "#2a9d6f", "NLL": "#7a9a2a", "BCE": "#c06a2b"}

# Greys that can be read on white and on black, and better ones where the viewer
# says which it is.
STYLE = """\
text { font: 12px system-ui, 'DejaVu Sans', sans-serif; fill: #767b84 }
.title { font-size: 14px; font-weight: 600 }
.value { font-weight: 600 }
.grid { stroke: #80868f; stroke-opacity: 0.35 }
.one { stroke: #80868f }
.goal { stroke: #80868f; stroke-width: 2 }
@media (prefers-color-scheme: light) { text { fill: #24292f } .one, .goal { stroke: #24292f } }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .one, .goal { stroke: #e6edf3 } }
"""


def bars(rows):
    """Name, ratio and goal or None, of the rows that have goals."""
    for row in rows:
        if row["section"] != "goals":
            continue
        ratio = next((it for it in row["ratios"] if it["against"] in ("PyTorch", "PyTorch, copy")), None)
        if ratio:
            yield row["name"], ratio["median"], ratio.get("goal")


class Scale:
    """Where a ratio lies, from below 1 to 10 at least."""

    def __init__(self, ratios):
        self.low = min(-0.1, math.log10(min(ratios)) - 0.05)
        self.high = max(1, math.log10(max(ratios)) + 0.05)

    def __call__(self, ratio):
        part = (math.log10(ratio) - self.low) / (self.high - self.low)
        return LABEL_WIDTH + PLOT_WIDTH * part

    def ticks(self):
        """1, 2, 5, 10 and so on; powers of ten below 1."""
        for power in range(math.ceil(self.low), math.ceil(self.high)):
            for digit in (1, 2, 5) if power >= 0 else (1,):
                if math.log10(digit) + power <= self.high:
                    yield digit * 10.0 ** power


def vertical(x, top, bottom, kind):
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'


def text(x, y, content, anchor="start", kind=""):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def draw_bar(scale, y, name, ratio, goal):
    colour = COLOURS[name.split()[0]]
    begin, end = sorted((scale(1), scale(ratio)))
    middle = y + BAR_HEIGHT / 2
    yield text(LABEL_WIDTH - 10, middle + 4, name, "end")
    yield (f'<rect x="{begin:.1f}" y="{y:.1f}" width="{max(end - begin, 1):.1f}"'
           f' height="{BAR_HEIGHT}" rx="2" fill="{colour}"/>')
    if goal:
        yield vertical(scale(goal), y - 3, y + BAR_HEIGHT + 3, "goal")
    right = LABEL_WIDTH + PLOT_WIDTH + VALUE_WIDTH - 8
    yield text(right, middle + 4, f"{ratio:.3g}x", "end", "value")


def draw(rows):
    entries = list(bars(rows))
    scale = Scale([number for _, *numbers in entries for number in numbers if number])
    bottom = TOP + ROW_HEIGHT * len(entries)
    width, height = LABEL_WIDTH + PLOT_WIDTH + VALUE_WIDTH, bottom + BOTTOM
    parts = [text(12, 24, "Times faster than PyTorch, on one thread (logarithmic; the marks are the goals)",
                  kind="title")]
    for tick in scale.ticks():
        parts.append(vertical(scale(tick), TOP - 6, bottom, "one" if tick == 1 else "grid"))
        for y in (TOP - 12, bottom + 16):
            parts.append(text(scale(tick), y, f"{tick:g}", "middle"))
    for i, entry in enumerate(entries):
        parts.extend(draw_bar(scale, TOP + ROW_HEIGHT * i + (ROW_HEIGHT - BAR_HEIGHT) / 2, *entry))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="Times faster than PyTorch">',
        f"<style>\n{STYLE}</style>", *parts, "</svg>", ""])
