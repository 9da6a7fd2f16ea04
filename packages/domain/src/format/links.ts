/** A piece of a text: plain text or a URL. */
export type TextPiece = { kind: 'text'; text: string } | { kind: 'link'; text: string; url: string }

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi

/** Finds the web URLs in a text. Closing punctuation after a URL belongs to the sentence. */
export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const found = withoutPunctuation(match[0])
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: 'link', text: found, url: /^www\./i.test(found) ? `http://${found}` : found })
    end = match.index + found.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

const PUNCTUATION = new Set('.,;:!?)]}')

function withoutPunctuation(address: string): string {
  let end = address.length
  while (PUNCTUATION.has(address.charAt(end - 1))) end--
  return address.slice(0, end)
}
