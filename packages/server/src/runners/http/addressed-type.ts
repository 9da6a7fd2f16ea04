import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { type AnyRunner, defineRunner, type RunContext, type Runner, type RunnerResult } from '../runner.ts'

/** What the form of such a type says. */
export interface AddressedOptions {
  /** What relative addresses follow; '' for none. */
  base: string
  username: string | undefined
  password: string | undefined
}

interface Language extends Pick<Runner, 'type' | 'name' | 'syntax' | 'dialect' | 'home' | 'isDeprecated'> {
  run(text: string, context: RunContext<AddressedOptions>): Promise<RunnerResult>
}

/**
 * A type whose texts name the addresses that are asked.
 * @param base the field of the form for what relative ones follow
 */
export function defineAddressed({ run, ...language }: Language, base: { field: string; title: string }): AnyRunner {
  const config = z.object({
    [base.field]: z.string().trim().optional().meta({ title: base.title }),
    username: z.string().optional().meta({ title: 'HTTP Basic Auth Username' }),
    password: secret('HTTP Basic Auth Password').optional(),
  })
  return defineRunner({
    ...language,
    config,
    annotates: false,
    supportsAutoLimit: false,
    embedded: false,
    run: async (text, { config: { username, password, [base.field]: address = '' }, ...context }) =>
      run(text, { ...context, config: { base: address, username, password } }),
    // Nothing can be asked before somebody has written an address.
    testConnection: async () => {},
  })
}
