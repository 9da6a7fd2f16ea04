import { z } from 'zod'
import { endpointSecret } from '../platform/type-options.ts'

/** The address of a service, which is a secret: whoever has it may write there. */
export const secretUrl = (title?: string) =>
  endpointSecret(
    z
      .url({ protocol: /^https?$/, error: 'it must be an address that begins with http:// or https://' })
      .max(2048, 'it may hold at most 2,048 characters')
      .meta(title === undefined ? {} : { title }),
  )
