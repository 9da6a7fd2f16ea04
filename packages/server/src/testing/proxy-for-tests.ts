/** A reverse proxy that a test has started. */
export interface ProxyForTests {
  /** Port that speaks TLS. */
  port: number
  stop(): Promise<void>
}
