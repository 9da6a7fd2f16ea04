/** What an installation lets its people choose. Whoever wants it narrower replaces the policy that is in force. */
export interface RefreshPolicy {
  /** @param seconds between two runs */
  allowsInterval(seconds: number): boolean
}

/** The policy in force: all configured intervals. */
export const allIntervals: RefreshPolicy = { allowsInterval: () => true }
