import { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'

/** Defines a type whose queries are YAML with the URL of a file and options on how to read it. */
export function defineDownload(format: Pick<Runner, 'type' | 'name' | 'moduleUrl' | 'run'>): AnyRunner {
  return defineRunner({
    ...format,
    syntax: 'yaml',
    dialect: '',
    language: 'yaml',
    guide: 'url',
    config: z.object({}),
    // An engine in this process reads the file, and may have to be killed from outside.
    embedded: true,
    // There is nothing to test: only queries have URLs.
    testConnection: async () => {},
  })
}
