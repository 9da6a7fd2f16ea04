import { z } from 'zod'
import { endpointSecret } from '../../platform/type-options.ts'
import { optionalSecret as file } from '../http/form-fields.ts'

export const PrometheusOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'Prometheus API URL' }),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL (Ignored, if SSL Root Certificate is given)', extra: true }),
  cert_File: file('SSL Client Certificate'),
  cert_key_File: file('SSL Client Key'),
  ca_cert_File: endpointSecret(file('SSL Root Certificate')),
})
export type PrometheusOptions = z.output<typeof PrometheusOptions>
