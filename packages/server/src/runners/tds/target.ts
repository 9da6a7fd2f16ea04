import type { SshTunnel } from '../ssh/options.ts'

/** Where a SQL Server is, who we are there, and how what is said is kept secret on the way. */
export interface Target {
  server: string
  port: number
  user: string
  password: string
  db: string
  /**
   * `preferred`: encrypted where the server can, whatever certificate it shows; `required`: the same, or not at all; `verified`:
   * the certificate is one that is trusted, made out to the server's name.
   */
  encryption: 'preferred' | 'required' | 'verified'
  ssh_tunnel?: SshTunnel | undefined
}
