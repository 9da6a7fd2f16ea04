import type { z } from 'zod'
import { type HttpClient, type HttpRequest, type HttpResponse, httpClient } from '../http/client.ts'
import { basicLogin, type Login } from '../http/options.ts'
import { QueryError, type SourceContext } from '../runner.ts'
import type { DrillOptions } from './options.ts'

export type DrillContext = Pick<SourceContext<z.output<typeof DrillOptions>>, 'config' | 'signal'>

const REFUSED = 'Drill refused the user name or the password.'
/** The status with which Drill leads to its login page, and those with which the form leads on. */
const TO_LOGIN = 307
const SIGNED_IN = [302, 303]

/**
 * A client for Drill's REST API, https://drill.apache.org/docs/rest-api-introduction/. It signs in by HTTP basic authentication; a
 * server that leads to its login page wants the form of that page, which answers with the cookie of a session.
 */
export function drillClient(context: DrillContext): HttpClient {
  const { username, password } = context.config
  const login = basicLogin(username, password)
  const direct = clientWith(context, { login })
  return {
    async send(request: HttpRequest = {}) {
      const response = await direct.send({ ...request, accepts: [...(request.accepts ?? []), TO_LOGIN] })
      const { location } = response.headers
      if (location === undefined) return response
      response.discard()
      if (!/login/i.test(location))
        throw new QueryError(`The server leads to another address: ${location}. Enter that of Drill itself.`)
      if (!login) throw new QueryError('Drill asks for a user name and a password.')
      return clientWith(context, { cookie: await signIn(context) }).send(request)
    },
  }
}

interface Identity {
  login?: Login | null
  /** Cookies of a session. */
  cookie?: string
  errorFrom?: () => QueryError
}

const clientWith = ({ config: { url, ssh_tunnel: tunnel }, signal }: DrillContext, identity: Identity): HttpClient => {
  const { login = null, cookie, errorFrom } = identity
  const headers = cookie === undefined ? {} : { headers: { cookie } }
  return httpClient({
    ...{ base: url, signal, privateNetworks: 'all', login, tunnel },
    ...headers,
    ...(errorFrom ? { errorFrom } : {}),
  })
}

/** Sends the form of the login page. @returns the cookies of the session @throws QueryError if the login is refused */
async function signIn(context: DrillContext): Promise<string> {
  const { username = '', password = '' } = context.config
  const client = clientWith(context, { errorFrom: () => new QueryError(REFUSED) })
  const body = new URLSearchParams({ j_username: username, j_password: password })
  const response = await client.send({ method: 'POST', path: '/j_security_check', body, accepts: SIGNED_IN })
  response.discard()
  if (response.headers.location === undefined) throw new QueryError(REFUSED)
  return cookiesOf(response)
}

const cookiesOf = ({ headers }: HttpResponse): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ')
