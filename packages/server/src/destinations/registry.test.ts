import { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { configurationSchema, maskSecrets } from '../platform/type-options.ts'
import { type DestinationService, startDestinationService } from '../testing/destination-service.ts'
import { DeliveryFailed } from './destination.ts'
import { destinations } from './registry.ts'

let service: DestinationService
beforeAll(async () => {
  service = await startDestinationService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
  service.answer = { status: 200, body: 'ok' }
})

/** Complete options of each type; each secret contains `s3cret`. */
const complete: Record<string, (url: string) => Record<string, unknown>> = {
  email: () => ({ addresses: 'ada@example.com' }),
  slack: (url) => ({ url: `${url}/services/s3cret` }),
  webhook: (url) => ({ url: `${url}/hook/s3cret`, username: 'sight', password: 'pass-s3cret', signing_key: 'key-s3cret' }),
  discord: (url) => ({ url: `${url}/api/webhooks/1/s3cret` }),
  mattermost: (url) => ({ url: `${url}/hooks/s3cret` }),
  chatwork: () => ({ api_token: 'token-s3cret', room_id: '42' }),
  pagerduty: () => ({ integration_key: 'key-s3cret' }),
  hangouts_chat: (url) => ({ url: `${url}/v1/spaces/A/messages?key=k&token=s3cret` }),
  microsoft_teams_webhook: (url) => ({ url: `${url}/webhookb2/s3cret` }),
  asana: () => ({ pat: 'pat-s3cret', project_id: '99' }),
  webex: () => ({ webex_bot_token: 'token-s3cret', to_room_ids: 'room' }),
  datadog: () => ({ api_key: 'key-s3cret' }),
}

it('offers all types of Redash in its order, at least Email, Slack and Webhook (OPEN-99)', () => {
  expect([...destinations.keys()]).toEqual(Object.keys(complete))
})

describe.each([...destinations.values()])('the destination type $type', (type) => {
  const schema = configurationSchema(type.config)

  it('describes each field of its form once, and masks the secrets (DEST-08)', () => {
    expect(ConfigurationSchema.safeParse(schema).error).toBeUndefined()
    expect(schema.order).toEqual(Object.keys(schema.properties))
    const options = complete[type.type]?.('https://chat.example.com') ?? {}
    expect(type.config.safeParse(options).error).toBeUndefined()
    expect(type.config.safeParse({}).success).toBe(false)
    expect(JSON.stringify(maskSecrets(type.config, options))).not.toContain('s3cret')
  })

  it('has a logo and an icon', () => {
    expect(type.logo).toMatch(/^<svg[\s>]/)
    expect(type.icon).toMatch(/^[a-z-]+$/)
  })
})

const overHttp = [...destinations.keys()].filter((type) => type !== 'email')
const deliver = (type: string, settings?: Parameters<DestinationService['deliver']>[3]) =>
  service.deliver(type, complete[type]?.(service.url) ?? {}, {}, settings)
const failureOf = async (type: string, settings?: Parameters<typeof deliver>[1]) => {
  const failure = await deliver(type, settings).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof DeliveryFailed)) throw new Error(`${type} failed with ${failure}.`)
  // The message is a sentence or two, and no property of the error contains a secret.
  expect(failure.message).toMatch(/^\S.*[.…]$/s)
  expect(JSON.stringify({ ...failure, message: failure.message, stack: failure.stack, cause: failure.cause })).not.toContain(
    's3cret',
  )
  return failure
}

describe.each(overHttp)('a destination of the type %s', (type) => {
  it('sends one request to its service (DEST-09)', async () => {
    await deliver(type)
    expect(service.calls).toHaveLength(1)
  })

  it('may be retried if the service fails, and hides secrets that the service echoes', async () => {
    const options = complete[type]?.(service.url) ?? {}
    const path = URL.parse(String(options.url))?.pathname
    service.answer = { status: 503, body: `down for ${JSON.stringify(options)} and ${path} `.repeat(20) }
    expect((await failureOf(type)).mayRetry).toBe(true)
    service.answer = { status: 429 }
    expect((await failureOf(type)).mayRetry).toBe(true)
    service.answer = { status: 404, body: 'no such thing' }
    expect(await failureOf(type)).toMatchObject({ mayRetry: false, message: expect.stringContaining('404: no such thing') })
  })

  it('does not follow redirects', async () => {
    service.answer = { status: 302, headers: { location: `${service.url}/elsewhere` } }
    expect(await failureOf(type)).toMatchObject({ mayRetry: false, message: expect.stringContaining('not followed') })
    expect(service.calls).toHaveLength(1)
  })

  it('refuses private addresses unless the operator allows them', async () => {
    const failure = await failureOf(type, { destinationNetworks: ['10.0.0.0/8'] })
    expect(failure).toMatchObject({ mayRetry: false, message: expect.stringContaining('is not a public address') })
    expect(service.calls).toHaveLength(0)
  })

  it('is aborted by its signal', async () => {
    service.answer = 'silence'
    expect((await failureOf(type, { signal: AbortSignal.abort() })).mayRetry).toBe(true)
  })
})

it('gives up on a destination after five seconds, and retries later', async () => {
  service.answer = 'silence'
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  try {
    const { message, mayRetry } = await failureOf('slack')
    expect([message, mayRetry]).toEqual([expect.stringMatching(/did not respond within 5 seconds\.$/), true])
    expect(limit).toHaveBeenCalledWith(5000)
  } finally {
    limit.mockRestore()
  }
})

describe.each(overHttp.filter((type) => type !== 'webhook'))('the answer to a destination of the type %s', (type) => {
  it.each([
    '{"ok": false, "error": "channel_not_found"}',
    '{"status": "error", "message": "no"}',
    '{"errors": ["no"]}',
    'invalid_token',
    '<!doctype html><title>Sign in</title>',
  ])('is a failure despite status 200: %s', async (body) => {
    service.answer = { status: 200, body }
    expect((await failureOf(type)).message).toMatch(/^The service did not take the notification: /)
  })

  it.each(['{"id": "1", "errors": []}', '{"status": "success"}', '', '1'])('is a success: %s', async (body) => {
    service.answer = { status: 202, body }
    await expect(deliver(type)).resolves.toBeUndefined()
  })
})

describe('an address of a destination', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]:80/',
    'http://localhost:1/',
    'http://10.1.2.3/',
  ])('is refused if it is private: %s', async (url) => {
    const delivery = service.deliver('webhook', { url }, {}, { destinationNetworks: [], isLedHere: false })
    await expect(delivery).rejects.toThrow(/is not a public address. The operator can allow/)
  })

  it('is refused if it is the metadata service of a cloud, whatever the operator allows', async () => {
    const settings = { destinationNetworks: ['169.254.0.0/16'], isLedHere: false }
    const delivery = service.deliver('slack', { url: 'http://169.254.169.254/' }, {}, settings)
    await expect(delivery).rejects.toThrow('is not a public address')
  })

  it('may be retried if nothing listens there', async () => {
    const closed = await startDestinationService()
    await closed.close()
    const delivery = service.deliver('webhook', { url: closed.url }, {}, { isLedHere: false })
    await expect(delivery).rejects.toMatchObject({
      mayRetry: true,
      message: expect.stringContaining('cannot be reached (ECONN'),
    })
  })
})
