import { Readable } from 'node:stream'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { localPath } from '../../platform/http/local-path.ts'
import { giveSession } from './cookies.ts'
import type { OpenedSession } from './service.ts'

/**
 * Answers an attempt to sign in. A form is led on by the browser: to where it wanted to go, or back with what went wrong.
 * @param page where the form stands
 * @param next where to go afterwards, as it was asked for
 */
export async function answerAttempt(
  http: HttpExchange,
  page: string,
  next: string | undefined,
  attempt: () => Promise<OpenedSession>,
): Promise<{ next: string } | undefined> {
  try {
    giveSession(http, await attempt())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retry_after } = error.details
    if (typeof retry_after === 'number') http.header('retry-after', String(retry_after))
    if (!http.isForm) throw error
    return http.redirect(addressOfFailure(page, next, error))
  }
  const path = localPath(next)
  return http.isForm ? http.redirect(path) : { next: path }
}

/** Where a browser is led that did not get in: to a page that says why. */
export function addressOfFailure(page: string, next: string | undefined, { code }: AppError): string {
  const error = code === 'wrong_credentials' ? '1' : code
  return `${page}?${new URLSearchParams({ ...(next === undefined ? {} : { next }), error })}`
}

/**
 * A page of a few words, for browsers that sent a form by themselves.
 * @param link where to go on from there, relative to the address of the form
 */
export function wordsPage(text: string, kind: 'danger' | 'success', link: { path: string; title: string }): StreamReply {
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
