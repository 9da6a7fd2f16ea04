import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AnyRunner, defineRunner, type RunContext, type Runner, type RunnerResult } from '../runner.ts'

/** The fields of every such form, beside the one that each type names. */
const Stated = z.looseObject({
  username: z.string().optional(),
  password: z.string().optional(),
  allow_unverified: z.boolean().default(false),
})

/** What the form of such a type says. */
export interface UrlRunnerOptions {
  /** What relative addresses follow; '' for none. */
  base: string
  username: string | undefined
  password: string | undefined
  /** Whether a text may say that certificates are not verified. */
  allowsUnverified: boolean
}

interface Definition
  extends Pick<Runner, 'type' | 'name' | 'syntax' | 'dialect' | 'language' | 'guide' | 'moduleUrl' | 'isDeprecated'> {
  run(text: string, context: RunContext<UrlRunnerOptions>): Promise<RunnerResult>
}

/** The field by which an admin lets the texts of a source go without verified certificates. */
export const unverified = {
  allow_unverified: z.boolean().default(false).meta({
    title: 'Queries May Turn Off Certificate Verification',
    description:
      'With "verify: false" in their text. Whoever is on the way to the server can then read and change what is sent.',
    extra: true,
  }),
}

/**
 * A type whose texts name the addresses that are asked.
 * @param base the field of the form for what relative ones follow
 * @param more further fields of the form
 */
export function defineUrlRunner(
  { run, ...definition }: Definition,
  base: { field: string; title: string },
  more: Partial<typeof unverified> = {},
): AnyRunner {
  const config = z.object({
    [base.field]: z.string().trim().optional().meta({ title: base.title }),
    username: keepsSecrets(z.string().optional().meta({ title: 'HTTP Basic Auth Username' })),
    password: secret('HTTP Basic Auth Password').optional(),
    ...more,
  })
  return defineRunner({
    ...definition,
    config,
    run: async (text, { config: stated, ...context }) => {
      const { username, password, allow_unverified: allowsUnverified, [base.field]: address } = Stated.parse(stated)
      const config = { base: typeof address === 'string' ? address : '', username, password, allowsUnverified }
      return run(text, { ...context, config })
    },
    // Nothing can be asked before somebody has written an address.
    testConnection: async () => {},
  })
}
