/** URLs that rendered content may link to: these schemes, or relative URLs. */
export const ALLOWED_URL = /^(?:(?:https?|data|tel|sms|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Whether content may link to a URL. Whitespace and control characters are ignored, as browsers do, so they cannot hide a scheme. */
export function isAllowedUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore exactly these
  return ALLOWED_URL.test(url.replace(/[\u0000-\u0020\u00A0\u1680\u180E\u2000-\u2029\u205F\u3000]/g, ''))
}
