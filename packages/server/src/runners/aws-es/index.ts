import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { credentialsOf, signedHeaders } from '../aws/signature.ts'
import { defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'
import { run } from '../elasticsearch-wire/search.ts'
import type { ElasticsearchServer } from '../elasticsearch-wire/server.ts'
import { QueryError } from '../runner.ts'

const config = z.object({
  server: z.string().trim().min(1).meta({ title: 'Endpoint' }),
  region: z.string().trim().min(1),
  access_key: keepsSecrets(z.string().trim().optional().meta({ title: 'Access Key' })),
  secret_key: secret('Secret Key').optional(),
  use_aws_iam_profile: keepsSecrets(z.boolean().optional().meta({ title: 'Use AWS IAM Profile' })),
})

/** Domains of Amazon OpenSearch Service: Elasticsearch with signed requests. */
export default defineElasticsearchRunner(
  {
    type: 'aws_es',
    name: 'Amazon Elasticsearch Service',
    gallery: { category: 'search', aliases: ['aws', 'opensearch'] },
    syntax: 'json',
    language: 'elasticsearch',
    moduleUrl: import.meta.url,
    run,
  },
  { config, serverOf },
)

/** @throws QueryError if a key is missing, or the form asks for the identity of the machine */
function serverOf(options: z.output<typeof config>): ElasticsearchServer {
  const { server, region, access_key: accessKey, secret_key: secretKey, use_aws_iam_profile: isMachine } = options
  if (isMachine)
    throw new QueryError('Use AWS IAM Profile: the identity of the machine Sightline runs on is not used. Please enter keys.')
  const credentials = credentialsOf(accessKey, secretKey)
  const url = /^https?:\/\//i.test(server) ? server : `https://${server}`
  return { url, sign: (call) => signedHeaders(call, credentials, { region, service: 'es' }) }
}
