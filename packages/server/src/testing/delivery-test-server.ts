import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Analyst, useAnalyst } from './analyst.ts'
import { type DestinationService, startDestinationService } from './destination-service.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** A test server with a mail server and a destination service. */
export interface DeliveryTestServer extends Pick<Analyst, 'server' | 'ada' | 'source' | 'run'> {
  readonly mailServer: MailServer
  readonly hook: DestinationService
}

/** Starts all three before the tests of a file. Each test starts with empty inboxes and a service that accepts everything. */
export function useDeliveryTestServer(): DeliveryTestServer {
  let mailServer: MailServer
  let hook: DestinationService
  beforeAll(async () => {
    mailServer = await startMailServer()
    hook = await startDestinationService()
  })
  afterAll(async () => {
    await hook.close()
    await mailServer.close()
  })
  const analyst = useAnalyst(() => ({
    config: {
      mailUrl: mailServer.url,
      mailFrom: 'Sightline <sightline@example.com>',
      baseUrl: 'https://sightline.example.com/',
      destinationNetworks: ['127.0.0.1'],
    },
  }))
  beforeEach(() => {
    mailServer.mails.length = 0
    mailServer.refused.clear()
    hook.calls.length = 0
    hook.answer = { status: 200, body: 'ok' }
  })
  afterEach(() => {
    analyst.server.clock.now = null
  })
  return {
    get server() {
      return analyst.server
    },
    get ada() {
      return analyst.ada
    },
    get source() {
      return analyst.source
    },
    run: analyst.run,
    get mailServer() {
      return mailServer
    },
    get hook() {
      return hook
    },
  }
}
