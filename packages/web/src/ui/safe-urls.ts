/** URLs that rendered content may link to: these schemes, or relative URLs. */
export const ALLOWED_URL = /^(?:(?:https?|data|tel|sms|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Whether content may link to a URL. Whitespace and control characters are ignored, as browsers do, so they cannot hide a scheme. */
export function isAllowedUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore exactly these
  return ALLOWED_URL.test(url.replace(/[\u0000-\u0020\u00A0\u1680\u180E\u2000-\u2029\u205F\u3000]/g, ''))
}

/** Media below our own root: images of users, logos and shapes. */
const OWN_MEDIA = /^(static|assets)\/|^api\/users\/\d+\/image\//

/**
 * Whether content may load a URL as an image. Other URLs below our own root are API calls, which looking at a row must not make.
 * @param base base URL of the product, with a trailing slash
 */
export function isAllowedMediaUrl(url: string, base: string): boolean {
  if (!isAllowedUrl(url) || !URL.canParse(url, base)) return false
  const { origin, pathname } = new URL(url, base)
  const root = new URL('.', base)
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return true
  return OWN_MEDIA.test(pathname.slice(root.pathname.length))
}

/** Attributes besides `src` that load something, and that content does not need. */
export const EXTRA_MEDIA_ATTRIBUTES = ['srcset', 'poster', 'background']

/** Applies this rule to an element that is sanitized otherwise. Image hosts get no referrer. */
export function restrictMedia(element: Element): void {
  const source = element.getAttribute('src')
  if (source === null) return
  if (isAllowedMediaUrl(source, document.baseURI)) element.setAttribute('referrerpolicy', 'no-referrer')
  else element.removeAttribute('src')
}
