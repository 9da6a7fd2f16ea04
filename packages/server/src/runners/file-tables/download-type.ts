import { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'

/** A type whose texts are YAML that says where on the web a file is, and how to read it. */
export function defineDownload(format: Pick<Runner, 'type' | 'name' | 'moduleUrl' | 'run'>): AnyRunner {
  return defineRunner({
    ...format,
    syntax: 'yaml',
    dialect: '',
    language: 'yaml',
    guide: 'url',
    config: z.object({}),
    // The file is read in this process, by an engine that has to be ended from outside when it does not stop.
    embedded: true,
    // Nothing can be asked before somebody has written an address.
    testConnection: async () => {},
  })
}
