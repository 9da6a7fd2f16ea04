import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import type { HttpClientOptions } from '../http/client.ts'

/** A server, whatever the form is called that describes it. */
export interface ElasticsearchServer {
  url: string
  username?: string | undefined
  password?: string | undefined
  /** Proves who asks, in place of a login. */
  sign?: HttpClientOptions['sign']
}

/** A form, and the server that it describes. */
export interface ElasticsearchForm<Schema extends z.ZodObject> {
  config: Schema
  serverOf(config: z.output<Schema>): ElasticsearchServer | Promise<ElasticsearchServer>
}

export const ElasticsearchOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL base path' }),
  username: keepsSecrets(z.string().optional().meta({ title: 'HTTP Basic Auth Username' })),
  password: secret('HTTP Basic Auth Password').optional(),
})

/** The form that today's types of Elasticsearch share. */
export const currentForm: ElasticsearchForm<typeof ElasticsearchOptions> = {
  config: ElasticsearchOptions,
  serverOf: (config) => config,
}

const LegacyOptions = z.object({
  server: z.string().trim().min(1).meta({ title: 'Base URL' }),
  basic_auth_user: keepsSecrets(z.string().optional().meta({ title: 'Basic Auth User' })),
  basic_auth_password: secret('Basic Auth Password').optional(),
})

/** The form of the types that came before. */
export const legacyForm: ElasticsearchForm<typeof LegacyOptions> = {
  config: LegacyOptions,
  serverOf: ({ server: url, basic_auth_user: username, basic_auth_password: password }) => ({ url, username, password }),
}
