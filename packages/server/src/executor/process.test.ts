import { fork } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Message, Request } from './protocol.ts'

/** Reports the modules that a process loads to its parent. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load: (loaded, context, next) => { process.send({ loaded }); return next(loaded, context) } })`)}`

describe('an executor process', () => {
  it('loads no catalogue of translations, and of zod only the English messages (OPEN-532)', async () => {
    const modules: string[] = []
    const settings = JSON.stringify({ sourceNetworks: [], sourceFolders: [] })
    const child = fork(new URL('./process.ts', import.meta.url), [settings], {
      execArgv: ['--import', REPORTER],
      serialization: 'advanced',
    })
    const unknown: Request = { id: 1, task: { kind: 'test', type: 'unknown', options: {} }, home: null }
    child.send(unknown)
    const answer = await new Promise((resolve) => {
      child.on('message', (message: Message | { loaded: string }) => {
        if ('loaded' in message) modules.push(message.loaded)
        else resolve(message)
      })
    })
    child.disconnect()
    expect(answer).toMatchObject({ id: 1, failed: { message: 'Unknown data source type "unknown".' } })
    expect(modules.filter((url) => url.includes('/zod/v4/locales/')).map((url) => url.split('/').at(-1))).toEqual(['en.js'])
    expect(modules.filter((url) => /pofile|\/language\/(reader|translations|catalogue)/.test(url))).toEqual([])
  })
})
