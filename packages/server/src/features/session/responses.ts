import { Readable } from 'node:stream'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { textDirection } from '@sightline/domain/languages.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { setSessionCookie } from '../../platform/http/session-cookies.ts'
import { type PendingSignIn, STEP_COOKIE, STEP_SECONDS, stepError } from './pending.ts'
import type { Browser, SignedIn } from './service.ts'
import { DEVICE_COOKIE, DEVICE_SECONDS } from './throttle.ts'

/**
 * Responds to a sign-in attempt, one that lacks its second step with an error. Form posts are redirected, to the next page or back to the form with an error code.
 * @param page path of the form
 * @param next the requested page after signing in
 */
export async function answerAttempt(
  http: HttpExchange,
  page: string,
  next: string | undefined,
  attempt: (browser: Browser) => Promise<SignedIn | PendingSignIn>,
): Promise<{ next: string } | undefined> {
  try {
    const outcome = await attempt(browserOf(http))
    if ('step' in outcome) {
      http.setCookie(STEP_COOKIE, outcome.cookie, { maxAge: STEP_SECONDS, httpOnly: true })
      throw stepError(outcome.step)
    }
    sendSession(http, outcome)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retry_after } = error.details
    if (typeof retry_after === 'number') http.header('retry-after', String(retry_after))
    if (!http.isForm) throw error
    return http.redirect(failureUrl(page, next, error))
  }
  const path = http.placeFor(next)
  return http.isForm ? http.redirect(path) : { next: path }
}

/** The cookies of the browser that signs in. */
export const browserOf = (http: HttpExchange): Browser => ({
  previousToken: http.sessionToken,
  device: http.cookie(DEVICE_COOKIE),
})

/** Sets the session cookie and the known-device cookie. */
export function sendSession(http: HttpExchange, signedIn: SignedIn): void {
  setSessionCookie(http, signedIn)
  http.setCookie(DEVICE_COOKIE, signedIn.device, { maxAge: DEVICE_SECONDS, httpOnly: true })
}

/** The URL of the form with the error code of a failed attempt. */
export function failureUrl(page: string, next: string | undefined, { code }: AppError): string {
  const error = code === 'wrong_credentials' ? '1' : code
  return `${page}?${new URLSearchParams({ ...(next === undefined ? {} : { next }), error })}`
}

/** A minimal page for form posts without JavaScript, in the language of the reader, as its texts are. @param link relative to the URL of the form */
export function messagePage(text: string, kind: 'danger' | 'success', link: { path: string; title: string }): StreamReply {
  const html = `<!doctype html>
<html lang="${i18n.locale}" dir="${textDirection(i18n.locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sightline</title>
<body style="margin:48px auto;max-width:400px;padding:0 16px;font:14px/22px system-ui,sans-serif">
<p class="alert alert-${kind}" role="${kind === 'danger' ? 'alert' : 'status'}">${escaped(text)}</p>
<p><a href="${escaped(link.path)}">${escaped(link.title)}</a></p>
</body>
</html>
`
  return { contentType: 'text/html; charset=utf-8', body: Readable.from([html]) }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

type Headers = Record<string, string | string[] | undefined>

/**
 * Whether a GET request that changes something is intended: a navigation from this site or by hand, and not an image, a frame
 * or a link on another site. Over TLS, browsers say so in `Sec-Fetch-*` (https://www.w3.org/TR/fetch-metadata/); otherwise only
 * images can be told apart, by their `Accept` header. Other clients send neither and are trusted.
 */
export function isSameSiteNavigation(headers: Headers): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, accept } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (destination !== undefined && destination !== 'document') return false
  const types = String(accept ?? '')
    .split(',')
    .map((type) => type.trim())
  return types.some((type) => type.startsWith('text/html')) || !types.some((type) => /^(image|video|audio)\//.test(type))
}
