import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

const CLIENT_ID = 'sightline'
const CLIENT_SECRET = 'a secret that only the two of us know'

/** An account at the provider. */
export interface OpenIdAccount {
  sub: string
  email: string
  /** Left out, as by Microsoft Entra. */
  email_verified?: boolean
  /** Microsoft Entra: whether the owner of the domain has verified the address. */
  xms_edov?: boolean | string
  name: string
  hd?: string
  preferred_username?: string
  groups?: unknown
  /** Microsoft Entra: the groups are elsewhere, since they are too many. */
  _claim_names?: unknown
}

/** A running OpenID Connect provider. */
export interface OpenIdServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** The account of the next login. */
  account: OpenIdAccount
  /**
   * Signs `account` in, like a browser that follows all redirects at the provider.
   * @param address the URL to which the product redirected
   * @returns the callback URL
   */
  signIn(address: string): Promise<URL>
  close(): Promise<void>
}

/**
 * @param redirectUris allowed callback URLs
 * @param host in the issuer's URL; to a browser, `localhost` is a different site from 127.0.0.1
 */
export async function startOpenIdServer(redirectUris: string[], host = '127.0.0.1'): Promise<OpenIdServer> {
  const port = await freePort()
  const issuer = `http://${host}:${port}`
  const accounts = new Map<string, OpenIdAccount>()
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov', 'hd'],
      profile: ['name', 'preferred_username', 'groups', '_claim_names'],
    },
    // Like the large providers, includes the requested claims in the ID token.
    conformIdTokenClaims: false,
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['keys of a test'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => {
        const account = accounts.get(sub)
        if (!account) throw new Error(`Nobody is called ${sub}.`)
        return { ...account }
      },
    }),
  })
  const answer = provider.callback()
  const server: OpenIdServer = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    account: { sub: 'sub-1', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
    signIn: (address) => follow(address, issuer),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  const http = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    agree().catch((error: unknown) => response.writeHead(500).end(String(error)))
    async function agree() {
      const { account } = server
      accounts.set(account.sub, account)
      const grant = new provider.Grant({ accountId: account.sub, clientId: CLIENT_ID })
      grant.addOIDCScope('openid email profile')
      const grantId = await grant.save()
      await provider.interactionFinished(request, response, { login: { accountId: account.sub }, consent: { grantId } })
    }
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  return server
}

async function follow(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered with ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
