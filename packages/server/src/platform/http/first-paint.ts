import { i18n } from '@sightline/domain/language/i18n.ts'
import { siteName } from '@sightline/domain/site-name.ts'
import type { Viewer } from '../context.ts'
import { escaped } from '../documents/html/escape.ts'

/** How the pages of an organization are marked. */
export interface Brand {
  name: string
  /** Path of the uploaded logo below the base of the site; null for the mark of the product. */
  logoUrl: string | null
}

/** The mark of the product, as in the header of the web app. */
const mark = (size: number) =>
  `<svg viewBox="0 0 24 24" width="${size}" height="${size}" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="#2B59D1"/><path d="M5.2 15.9 8.6 13.4V18a.8.8 0 0 1-.8.8H6a.8.8 0 0 1-.8-.8Z M10.3 12.15 13.7 9.65V18a.8.8 0 0 1-.8.8H11.1a.8.8 0 0 1-.8-.8Z M15.4 8.4 18.8 5.9V18a.8.8 0 0 1-.8.8H16.2a.8.8 0 0 1-.8-.8Z" fill="#fff"/></svg>`

/**
 * Makes what a page shows until the scripts of the web app have drawn it, which takes a phone seconds: a header, the head of the sign-in
 * page or the name of a shared dashboard, where the web app shows them too (`web/src/app/theme/first-paint.css`).
 * @param url path and query of the page
 * @returns an element that follows the root of the web app, in the language of the reader; '' for pages that show nothing before,
 *   such as embeds
 */
export function firstPaint(url: string, viewer: Viewer, { name, logoUrl }: Brand): string {
  const [path, query] = url.split('?', 2)
  const image = (size: number) =>
    logoUrl === null
      ? mark(size)
      : `<img src="${escaped(`.${logoUrl}`)}" alt="${escaped(name)}" style="max-height: ${size}px" />`
  if (viewer.kind === 'token') {
    const logo = logoUrl === null ? '' : image(28)
    return element('public', `${logo}<h1>${escaped(viewer.dashboardName)}</h1>`)
  }
  if (path === '/login') {
    const title = i18n._('Sign in to {name}', { name: siteName(name) })
    const texts = `<h1>${escaped(title)}</h1><p>${escaped(i18n._('Ask, see, share.'))}</p>`
    return element('sign-in', `<div>${image(logoUrl === null ? 44 : 56)}</div>${texts}`)
  }
  const hasHeader = viewer.kind === 'user' && !path?.startsWith('/embed/') && !new URLSearchParams(query).has('fullscreen')
  return hasHeader ? element('header', `${image(logoUrl === null ? 22 : 28)}${logoUrl === null ? '<b>Sightline</b>' : ''}`) : ''
}

const element = (kind: 'header' | 'sign-in' | 'public', content: string) =>
  `<div id="first-paint" data-kind="${kind}">${content}</div>`
