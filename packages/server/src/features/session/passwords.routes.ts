import { endpoint } from '@sightline/contract/endpoint.ts'
import { session as api } from '@sightline/contract/session.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError, shownMessage } from '../../platform/http/errors.ts'
import * as service from './passwords.ts'
import { browserOf, messagePage, sendSession } from './responses.ts'

const Token = z.object({ token: z.string().max(100) })
const NewPassword = z
  .object({
    password: z.string().max(1024).optional(),
    /** Only for resets, which replace the API key otherwise. In a form, the presence of the checkbox counts. */
    keep_api_key: z.union([z.boolean(), z.string().transform(() => true)]).optional(),
  })
  .default({})
type NewPassword = z.output<typeof NewPassword>

const forgot = endpoint({
  method: 'POST',
  path: '/forgot',
  access: 'anyone',
  summary: 'Emails a password reset link, if there is such a user',
  body: z.object({ email: z.string().max(320) }),
  reply: z.object({ message: z.string() }),
})

const byLink = (kind: 'invite' | 'reset', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/${kind}/:token`,
    access: 'anyone',
    summary,
    params: Token,
    body: NewPassword,
    reply: z.object({ next: z.string() }).optional(),
  })
const invite = byLink('invite', 'Accepts an invitation: sets a password and signs in')
const reset = byLink(
  'reset',
  'Sets a new password with a reset link, replaces the API key unless `keep_api_key` is true, and signs in',
)

const submittedText = () => i18n._('If there is an account with this address, we have sent it a password reset link.')
const VERIFICATION_SENT = 'Please check your email inbox in order to verify your email address.'

const MAILS_PER_HOUR = 10
const LINKS_PER_HOUR = 50

export function passwordRoutes(app: App) {
  app.answer(api.link, (ctx, { params }) => service.linkOwner(ctx, params.kind, params.token), {
    callsPerHour: 10 * LINKS_PER_HOUR,
  })

  app.answer(
    forgot,
    async (ctx, { body, http }) => {
      await service.requestPasswordReset(ctx, body.email)
      return http.isForm
        ? messagePage(submittedText(), 'success', { path: 'login', title: i18n._('Back to Sign In') })
        : { message: submittedText() }
    },
    { form: true, callsPerHour: MAILS_PER_HOUR },
  )

  for (const [kind, at] of [['invite', invite] as const, ['reset', reset] as const]) {
    app.answer(at, (ctx, { params, body, http }) => answerLink(ctx, http, kind, params.token, body), {
      form: true,
      callsPerHour: LINKS_PER_HOUR,
    })
  }

  app.answer(
    api.mailVerification,
    async (ctx, { http }) => {
      await service.mailVerification(ctx, http.isBySession)
      return { message: VERIFICATION_SENT }
    },
    { callsPerHour: MAILS_PER_HOUR, callsPerUserHour: MAILS_PER_HOUR },
  )
}

async function answerLink(
  ctx: Context,
  http: HttpExchange,
  kind: 'invite' | 'reset',
  token: string,
  body: NewPassword,
): Promise<{ next: string } | StreamReply | undefined> {
  let next = './'
  try {
    const signedIn = await service.setPassword(ctx, kind, token, body, browserOf(http))
    if (signedIn === null) next = './login'
    else sendSession(http, signedIn)
  } catch (error) {
    if (!http.isForm || !(error instanceof AppError)) throw error
    http.status(error.status)
    return messagePage(shownMessage(error), 'danger', { path: encodeURIComponent(token), title: i18n._('Try again') })
  }
  return http.isForm ? http.redirect(next) : { next }
}
