import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AnyRunner, defineRunner, type RunContext, type Runner, type RunnerResult } from '../runner.ts'

/** The fields that all these forms have besides the base URL, whose name differs. */
const Stated = z.looseObject({
  username: z.string().optional(),
  password: z.string().optional(),
  allow_unverified: z.boolean().default(false),
})

/** The options of such a type, whatever its form calls the base URL. */
export interface UrlRunnerOptions {
  /** Base of relative URLs; '' for none. */
  base: string
  username: string | undefined
  password: string | undefined
  /** Whether a query may turn off the verification of certificates. */
  allowsUnverified: boolean
}

interface Definition
  extends Pick<
    Runner,
    'type' | 'name' | 'gallery' | 'syntax' | 'dialect' | 'language' | 'guide' | 'moduleUrl' | 'isDeprecated'
  > {
  run(text: string, context: RunContext<UrlRunnerOptions>): Promise<RunnerResult>
}

/** The field by which an admin allows the queries of a source to turn off the verification of certificates. */
export const unverified = {
  allow_unverified: z.boolean().default(false).meta({
    title: 'Queries May Turn Off Certificate Verification',
    description:
      'With "verify: false" in the query text. Anyone between this server and the source can then read and change the traffic.',
    extra: true,
  }),
}

/**
 * Defines a type whose query texts name the URLs to read.
 * @param base the field of the form for the base of relative URLs
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
    // There is nothing to test: only queries have URLs.
    testConnection: async () => {},
  })
}
