import { api } from '@sightline/contract/api.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, probe, setApiKey } from './call.ts'
import { ApiError } from './error.ts'
import { onSessionExpired } from './sign-in.ts'

/** The requests sent so far, and the responses to return, in order. */
let sent: { address: string; headers: Record<string, string>; method: string; body: unknown; credentials?: string }[] = []
let answers: (() => Response)[] = []
let cookie = ''
let visited: string[] = []

const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  sent = []
  visited = []
  cookie = 'csrf_token=token-1'
  vi.stubGlobal('document', {
    baseURI: 'http://localhost/bi/',
    get cookie() {
      return cookie
    },
  })
  vi.stubGlobal('location', {
    pathname: '/bi/queries/5',
    search: '?p_a=1',
    hash: '#2',
    assign: (to: string) => visited.push(to),
  })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({
      address,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(Object.entries(init.headers ?? {})),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    })
    const answer = answers.shift()
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  answers = []
  setApiKey(null)
  vi.unstubAllGlobals()
})

describe('a call', () => {
  it('requests a URL below the base path of the product (SES-12)', async () => {
    answers = [json(200, { id: 7 })]
    expect(await call(api.queries.get, { params: { id: 7 } })).toEqual({ id: 7 })
    expect(sent[0]).toMatchObject({ address: '/bi/api/queries/7', method: 'GET' })
  })

  it('formats the query string, repeats the name of an array, and sends arrays of objects as JSON', async () => {
    answers = [json(200, {}), json(200, {})]
    await call(api.storedResults.window, {
      params: { id: 1 },
      query: { limit: 5, filters: [{ column: 0, one_of: ['é', null] }] },
    })
    expect(new URLSearchParams(sent.shift()?.address.split('?')[1])).toEqual(
      new URLSearchParams({ limit: '5', filters: '[{"column":0,"one_of":["é",null]}]' }),
    )
    await call(api.queries.list, { query: { q: 'a b', tags: ['x', 'y'], order: undefined } })
    expect(sent[0]?.address).toBe('/bi/api/queries?q=a+b&tags=x&tags=y')
  })

  it('sends the API key with every request once it is set (SES-13)', async () => {
    answers = Array.from({ length: 5 }, () => json(200, {}))
    await call(api.session.get)
    setApiKey('k-1')
    await call(api.session.get)
    await probe(api.session.get)
    await call(api.queries.favorite, { params: { id: 7 } })
    await call(api.queries.unfavorite, { params: { id: 7 } })
    expect(sent.map(({ method, headers }) => [method, headers.Authorization])).toEqual([
      ['GET', undefined],
      ['GET', 'Key k-1'],
      ['GET', 'Key k-1'],
      ['POST', 'Key k-1'],
      ['DELETE', 'Key k-1'],
    ])
  })

  it('with an API key sends no cookies and never leads to sign-in (EMBED-11)', async () => {
    answers = [json(404, { message: "Couldn't find resource. Please login and try again.", code: 'unauthenticated' })]
    setApiKey('wrong')
    await expect(call(api.queries.get, { params: { id: 7 } })).rejects.toMatchObject({ status: 404 })
    expect(sent[0]?.credentials).toBe('omit')
    expect(visited).toEqual([])
  })

  it('sends the CSRF token of the cookie', async () => {
    answers = [json(200, null)]
    await call(api.queries.favorite, { params: { id: 7 } })
    expect(sent[0]?.headers['X-CSRF-TOKEN']).toBe('token-1')
  })

  it('fetches a new CSRF token and retries once if the token was refused', async () => {
    answers = [json(400, { message: 'The CSRF token is missing.' }), json(200, 'PONG.'), json(200, null)]
    await call(api.queries.favorite, { params: { id: 7 } })
    expect(sent.map(({ address }) => address)).toEqual(['/bi/api/queries/7/favorite', '/bi/ping', '/bi/api/queries/7/favorite'])
  })

  it('keeps integers that JavaScript would round', async () => {
    answers = [
      () => new Response('{"id":7,"big":[9007199254740993,-12345678901234567890],"n":1.5,"text":":9007199254740993,"}'),
    ]
    expect(await call(api.queries.get, { params: { id: 7 } })).toEqual({
      id: 7,
      big: ['9007199254740993', '-12345678901234567890'],
      n: 1.5,
      text: ':9007199254740993,',
    })
  })

  it('fails with the status, code and message of the server', async () => {
    answers = [json(409, { message: 'A conflict happened.', code: 'version_conflict' })]
    await expect(call(api.queries.get, { params: { id: 7 } })).rejects.toMatchObject({
      status: 409,
      code: 'version_conflict',
      message: 'A conflict happened.',
    })
  })

  it('fails with the message of a refused execution', async () => {
    answers = [json(403, { job: { status: 4, error: 'No access.' } })]
    await expect(call(api.session.get)).rejects.toThrow('No access.')
  })

  it('fails with status 0 if there is no response', async () => {
    const failure = await call(api.session.get).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      status: 0,
      message: 'failed communicating with server. Please check your Internet connection and try again.',
    })
  })

  it.each([
    [401, { message: 'Unauthorized' }],
    [404, { message: "Couldn't find resource. Please login and try again.", code: 'unauthenticated' }],
  ])('goes to sign-in and returns if there is no session (%i) (SES-02)', async (status, body) => {
    answers = [json(status, body)]
    await call(api.session.get).catch(() => null)
    expect(visited).toEqual([`/bi/login?next=${encodeURIComponent('/bi/queries/5?p_a=1#2')}`])
  })

  it('waits for a new session after the old one has expired, and is repeated with the new CSRF token', async () => {
    const gone = json(404, { message: "Couldn't find resource. Please login and try again.", code: 'unauthenticated' })
    const back = Promise.withResolvers<void>()
    const forget = onSessionExpired(() => back.promise)
    answers = [gone, json(200, { id: 7 })]
    const saved = call(api.queries.update, { params: { id: 7 }, body: { name: 'Kept' } })
    cookie = 'csrf_token=fresh'
    back.resolve()
    expect(await saved).toEqual({ id: 7 })
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Kept' }, { name: 'Kept' }])
    expect(sent[1]?.headers['X-CSRF-TOKEN']).toBe('fresh')
    expect(visited).toEqual([])

    // A probe does not wait for a new session.
    answers = [gone]
    await expect(probe(api.session.get)).rejects.toMatchObject({ code: 'unauthenticated' })
    forget()
  })

  it('does not lead to sign-in for a 404', async () => {
    answers = [json(404, { message: 'The requested URL was not found on the server.', code: 'not_found' })]
    await call(api.queries.get, { params: { id: 7 } }).catch(() => null)
    expect(visited).toEqual([])
  })
})
