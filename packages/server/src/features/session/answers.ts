import { Readable } from 'node:stream'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { setSessionCookie } from './cookies.ts'
import { DEVICE_COOKIE, DEVICE_SECONDS } from './devices.ts'
import type { Browser, SignedIn } from './service.ts'

/**
 * Answers an attempt to sign in. A form is led on by the browser: to where it wanted to go, or back with what went wrong.
 * @param page where the form stands
 * @param next where to go afterwards, as it was asked for
 */
export async function answerAttempt(
  http: HttpExchange,
  page: string,
  next: string | undefined,
  attempt: (browser: Browser) => Promise<SignedIn>,
): Promise<{ next: string } | undefined> {
  try {
    sendSession(http, await attempt(browserOf(http)))
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

/** What a browser brings along that signs in. */
export const browserOf = (http: HttpExchange): Browser => ({
  previousToken: http.sessionToken,
  device: http.cookie(DEVICE_COOKIE),
})

/** Hands the session to a browser, and what it is known by the next time. */
export function sendSession(http: HttpExchange, signedIn: SignedIn): void {
  setSessionCookie(http, signedIn)
  http.setCookie(DEVICE_COOKIE, signedIn.device, { maxAge: DEVICE_SECONDS, httpOnly: true })
}

/** Where a browser is led that did not get in: to a page that says why. */
export function failureUrl(page: string, next: string | undefined, { code }: AppError): string {
  const error = code === 'wrong_credentials' ? '1' : code
  return `${page}?${new URLSearchParams({ ...(next === undefined ? {} : { next }), error })}`
}

/**
 * A page of a few words, for browsers that sent a form by themselves.
 * @param link where to go on from there, relative to the address of the form
 */
export function messagePage(text: string, kind: 'danger' | 'success', link: { path: string; title: string }): StreamReply {
  const html = `<!doctype html>
<html lang="en">
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
