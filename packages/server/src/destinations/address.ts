import { z } from 'zod'

/** The address of a service, which is a secret: whoever has it may write there. */
export const secretAddress = (title?: string) =>
  z
    .url({ protocol: /^https?$/, error: 'it must be an address that begins with http:// or https://' })
    .max(2048, 'it may hold at most 2,048 characters')
    .meta({ secret: true, ...(title === undefined ? {} : { title }) })
