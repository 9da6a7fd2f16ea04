import type { OffBoarding } from '@sightline/contract/users.ts'

const labels: Record<keyof OffBoarding, string> = {
  scheduled_queries: 'Scheduled queries',
  used_query_keys: 'Query API keys used in the last 30 days',
  public_dashboards: 'Public dashboards',
  alert_subscriptions: 'Alert subscriptions',
  reports: 'Reports',
}
const kinds = ['scheduled_queries', 'used_query_keys', 'public_dashboards', 'alert_subscriptions', 'reports'] as const

/** What stops while a user is disabled, kind by kind. */
export function OffBoardingList({ name, stops }: { name: string; stops: OffBoarding }) {
  const stopping = kinds.filter((kind) => stops[kind].count > 0)
  return (
    <>
      {name} is signed out everywhere, and the API key opens nothing. Queries and dashboards stay.
      {stopping.length > 0 && ' Until you enable this user again, these stop:'}
      {stopping.map((kind) => (
        <span key={kind} style={{ display: 'block', marginTop: 8, overflowWrap: 'anywhere' }}>
          <strong>
            {labels[kind]} ({stops[kind].count})
          </strong>
          {': '}
          {stops[kind].items.map((item) => item.name).join(', ')}
          {stops[kind].count > stops[kind].items.length && ', …'}
        </span>
      ))}
    </>
  )
}
