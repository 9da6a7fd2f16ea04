import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { healthOf } from './health-command.ts'

let server: Server | null = null
afterEach(() => void server?.close())

/** Starts a server that answers `/healthz` as Sightline does. @returns its port */
async function answering(status: number, body: string): Promise<string> {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return String((server.address() as AddressInfo).port)
}

describe('the health that a container asks for', () => {
  it.each([
    [200, true],
    [503, false],
  ])('is that of the server of the same settings, which answers %i (OPEN-286)', async (status, canWork) => {
    const PORT = await answering(status, '{"database":"ok"}')
    expect(await healthOf({ PORT, HOST: '0.0.0.0' })).toEqual({ canWork, text: '{"database":"ok"}' })
  })

  it('is that of the port of a worker, if the process is one (OPEN-286)', async () => {
    const SIGHTLINE_WORKER_PORT = await answering(200, 'ok')
    const worker = { SIGHTLINE_ROLE: 'worker' }
    expect(await healthOf({ ...worker, SIGHTLINE_WORKER_PORT, PORT: '1' })).toEqual({ canWork: true, text: 'ok' })
    expect(await healthOf(worker)).toEqual({
      canWork: false,
      text: 'A worker answers only if SIGHTLINE_WORKER_PORT is set.',
    })
  })

  it('is bad, with one sentence, if no server answers (OPEN-286)', async () => {
    const PORT = await answering(200, 'ok')
    server?.close()
    await once(server as Server, 'close')
    expect(await healthOf({ PORT })).toEqual({
      canWork: false,
      text: `Sightline does not answer at http://127.0.0.1:${PORT}/healthz.`,
    })
  })
  it('is bad, with one sentence, if a setting is invalid or no port is known (OPEN-286)', async () => {
    expect(await healthOf({ PORT: 'five' })).toEqual({ canWork: false, text: expect.stringMatching(/^PORT .+\.$/) })
    expect(await healthOf({ PORT: '0' })).toEqual({ canWork: false, text: 'The port is not known, because PORT is 0.' })
  })

  it('is asked without creating a data directory or a key (OPEN-286)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-health-'))
    const PORT = await answering(200, 'ok')
    expect(await healthOf({ PORT, SIGHTLINE_DATA_DIR: join(folder, 'data') })).toMatchObject({ canWork: true })
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
