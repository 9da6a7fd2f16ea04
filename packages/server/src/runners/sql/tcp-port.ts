import { z } from 'zod'

/** The number of a TCP port. */
export const tcpPort = z.int().min(1).max(65_535)
