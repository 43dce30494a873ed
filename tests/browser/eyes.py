"""Find layout flaws in a window: text or buttons that are cut off, covered or out of reach."""

from .window import Window

FLAWS = """(() => {
    const flaws = [];
    const isWide = (node, name) => {
        if (node.scrollWidth > node.clientWidth) flaws.push(`${name} must be scrolled sideways`);
    };
    isWide(document.documentElement, 'the page');
    isWide($('log'), 'the list of messages');
    if (innerWidth !== %d) flaws.push(`the page is ${innerWidth} px wide`);

    const linesOf = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    const textsIn = (node) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), found = [];
        while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
        return found;
    };
    const seen = { opacityProperty: true, visibilityProperty: true };
    const isSeen = (node) => node.checkVisibility(seen) && !node.closest('.sr');
    for (const button of document.querySelectorAll('main button, main .pick')) {
        if (!isSeen(button)) continue;
        const label = `the button “${button.innerText.trim()}”`;
        const frame = (button.closest('.container, .body') ?? document.body).getBoundingClientRect();
        const { left, right } = button.getBoundingClientRect();
        if (button.scrollWidth > button.clientWidth) flaws.push(`${label} is cut off`);
        if (left < frame.left || right > frame.right) flaws.push(`${label} sticks out`);
        if (textsIn(button).some((text) => linesOf(text).length > 1)) flaws.push(`${label} is broken over lines`);
    }

    const pieces = [], edge = $('log').getBoundingClientRect();
    for (const text of textsIn($('messages')))
        if (isSeen(text.parentElement)) for (const line of linesOf(text)) pieces.push({ text: text.data.trim(), line });
    for (const image of document.querySelectorAll('#messages img')) {
        if (!image.complete || !image.naturalWidth) flaws.push(`the picture “${image.alt}” is missing`);
        pieces.push({ text: image.alt, line: image.getBoundingClientRect() });
    }
    pieces.sort((one, other) => one.line.top - other.line.top);
    const boxes = pieces.map(({ text, line: { left, right, top, bottom } }) => ({ text, left, right, top, bottom }));
    boxes.forEach(({ text, left, right, top, bottom }, index) => {
        if (left < edge.left - 1 || right > edge.right + 1) flaws.push(`“${text}” is cut off`);
        for (let next = index + 1; next < boxes.length && boxes[next].top < bottom; next += 1) {
            const other = boxes[next];
            const wide = Math.min(right, other.right) - Math.max(left, other.left);
            const high = Math.min(bottom, other.bottom) - Math.max(top, other.top);
            if (wide > 1 && high > 3) flaws.push(`“${text}” and “${other.text}” overlap`);
        }
    });

    const isCovered = (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    for (const button of document.querySelectorAll('#messages button[data-custom-id]:enabled'))
        if (%s && isCovered(button)) flaws.push(`the button “${button.innerText.trim()}” is out of reach`);
    return flaws;
})()"""


def flaws(window: Window, width: int, *, reachable: bool) -> list[str]:
    """Return the layout flaws of a window that is `width` px wide, one sentence each.

    `reachable`: also report enabled buttons that need scrolling.
    """
    found: list[str] = window.ask(FLAWS % (width, "true" if reachable else "false"))
    return found
