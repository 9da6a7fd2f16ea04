/** A line that begins with a letter or digit, and has none of the marks that Markdown and its extensions read. */
const PLAIN_LINE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ,.;:'"“”‘’„«»()?!%/–—-]*$/u
/** A numbered list, and what becomes a link without marks. */
const LIST_OR_LINK = /^\d+[.)](\s|$)|:\/\/|www\./i

/** Whether a text may look different when it is rendered as Markdown; false for most of one line. */
export const hasMarkdown = (text: string): boolean => !PLAIN_LINE.test(text) || LIST_OR_LINK.test(text)
