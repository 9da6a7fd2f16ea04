/** Addresses that rendered content may lead to: these schemes, or no scheme at all (a place within the product). */
export const ALLOWED_URL = /^(?:(?:https?|data|tel|sms|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Whether content may link to an address. Blanks and control characters, which browsers skip, do not hide a scheme. */
export function isAllowedUrl(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what browsers leave out
  return ALLOWED_URL.test(address.replace(/[\u0000-\u0020\u00A0\u1680\u180E\u2000-\u2029\u205F\u3000]/g, ''))
}

/** What there is to see below our own root: pictures of users, logos and shapes. */
const OWN_MEDIA = /^(static|assets)\/|^api\/users\/\d+\/image\//

/**
 * Whether content may have the browser load an address by itself, as a picture. Addresses of our own that are no pictures are calls,
 * which must not be made by whoever looks at a row.
 * @param base of the product, with a trailing slash
 */
export function isAllowedMediaUrl(address: string, base: string): boolean {
  if (!isAllowedUrl(address) || !URL.canParse(address, base)) return false
  const { origin, pathname } = new URL(address, base)
  const root = new URL('.', base)
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return true
  return OWN_MEDIA.test(pathname.slice(root.pathname.length))
}

/** Attributes besides `src` by which browsers load something, which content has no need of. */
export const EXTRA_MEDIA_ATTRIBUTES = ['srcset', 'poster', 'background']

/** The same for an element of content that has been made safe otherwise. Hosts of pictures are not told which page shows them. */
export function restrictMedia(element: Element): void {
  const source = element.getAttribute('src')
  if (source === null) return
  if (isAllowedMediaUrl(source, document.baseURI)) element.setAttribute('referrerpolicy', 'no-referrer')
  else element.removeAttribute('src')
}
