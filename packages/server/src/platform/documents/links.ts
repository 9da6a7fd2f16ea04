/** The URL if a file may link to it, null otherwise. A file has no site of its own, so relative URLs would lead nowhere. */
export function fileLink(url: string): string | null {
  const clean = url.trim()
  // Browsers ignore line breaks and tabs inside of a URL, which could hide a scheme.
  return /^(https?|mailto|tel):/i.test(clean) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(clean) ? clean : null
}
