import { isAllowedUrl } from '@sightline/domain/allowed-urls.ts'

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
