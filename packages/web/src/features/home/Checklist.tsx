import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { ObjectCounters, SampleCounters } from '@sightline/contract/status.ts'
import { IconCheck, IconCode, IconLayoutDashboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../app/help/help-topics.ts'
import { usePermission, useSession } from '../../app/session.ts'
import { useCreateDashboard } from '../../app/shell-actions.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './Checklist.module.css'

/**
 * The steps of the checklist in order, each with the number of items of its kind and whether it is done.
 * @param sample how many of the items came with the sample data; they do not complete a step
 */
export function onboardingSteps(counters: ObjectCounters, sample: SampleCounters = NO_SAMPLE) {
  const isDone = (kind: keyof SampleCounters) => counters[kind] > sample[kind]
  return [
    { step: 'data_source', count: counters.data_sources, isDone: isDone('data_sources') },
    { step: 'query', count: counters.queries, isDone: isDone('queries') },
    { step: 'alert', count: counters.alerts, isDone: counters.alerts > 0 },
    { step: 'dashboard', count: counters.dashboards, isDone: isDone('dashboards') },
    // The reader is the first user.
    { step: 'invite', count: counters.users, isDone: counters.users > 1 },
  ] as const
}

const NO_SAMPLE: SampleCounters = { data_sources: 0, queries: 0, dashboards: 0 }

type Steps = ReturnType<typeof onboardingSteps>
type StepName = Steps[number]['step']

const texts: Record<StepName, string> = {
  data_source: t`Connect a data source`,
  query: t`Create your first query`,
  alert: t`Create your first alert`,
  dashboard: t`Create your first dashboard`,
  invite: t`Invite your team members`,
}

const helpTopics: Record<StepName, HelpTopic> = {
  data_source: 'data-sources',
  query: 'queries',
  alert: 'alerts',
  dashboard: 'dashboards',
  invite: 'users-and-groups',
}

/** The objects that each step creates: how many there are in words, the page that lists them, and the permission that it needs. */
const created = {
  data_source: {
    counted: (count) => plural(count, { one: '# data source', other: '# data sources' }),
    to: '/data_sources',
    permission: 'admin',
  },
  query: {
    counted: (count) => plural(count, { one: '# query', other: '# queries' }),
    to: '/queries',
    permission: 'view_query',
  },
  alert: { counted: (count) => plural(count, { one: '# alert', other: '# alerts' }), to: '/alerts', permission: 'list_alerts' },
  dashboard: {
    counted: (count) => plural(count, { one: '# dashboard', other: '# dashboards' }),
    to: '/dashboards',
    permission: 'list_dashboards',
  },
  invite: { counted: (count) => plural(count, { one: '# user', other: '# users' }), to: '/users', permission: 'list_users' },
} as const satisfies Record<StepName, { counted(count: number): string; to: string; permission: Permission }>

interface ChecklistProps {
  steps: readonly Steps[number][]
  /** The slug of the sample dashboard, if there is one. */
  sampleDashboard: string | undefined
}

/**
 * The first steps of a new installation. The button of the next step that the user can take is highlighted. With the sample data
 * there is something to look at first, and its objects do not count as progress.
 */
export function Checklist({ steps, sampleDashboard }: ChecklistProps) {
  const done = steps.filter(({ isDone }) => isDone).length
  const actions = useActions()
  const next = steps.find(({ step, isDone }) => !isDone && actions[step] !== undefined)?.step
  return (
    <section className={styles.root} aria-label={t`First steps`}>
      <div className={styles.left}>
        <h1>
          <Trans>Welcome to Sightline</Trans>
        </h1>
        <p className={styles.lead}>
          <Trans>Connect a data source, query it, visualize the results and share them with your team.</Trans>
        </p>
        {sampleDashboard === undefined ? (
          <Progress done={done} of={steps.length} />
        ) : (
          <SampleActions dashboard={sampleDashboard} />
        )}
        <ol className={styles.steps}>
          {steps.map(({ step, count, isDone }) => (
            <li key={step} className={styles.step} data-done={isDone}>
              <span className={styles.tick} role="img" aria-label={isDone ? t`Done` : t`To do`}>
                {isDone && <IconCheck size={12} stroke={3} />}
              </span>
              <span className={styles.text}>
                {texts[step]}
                <HelpLink topic={helpTopics[step]} />
              </span>
              {isDone ? (
                <CreatedCount by={step} count={count} />
              ) : (
                actions[step]?.(step === next && sampleDashboard === undefined ? 'filled' : 'default')
              )}
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.illustration}>
        <SightIllustration />
      </div>
    </section>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t`Steps done`}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
      >
        <i style={{ width: `${(done / of) * 100}%` }} />
      </div>
      <span className={styles.count}>
        <Trans>
          {done} of {of} done
        </Trans>
      </span>
    </div>
  )
}

/** The first two things to do with the sample data. */
function SampleActions({ dashboard }: { dashboard: string }) {
  const canCreateQuery = usePermission('create_query')
  return (
    <div className={styles.sample}>
      <LinkButton
        to="/dashboard/$slug"
        params={{ slug: dashboard }}
        leftSection={<IconLayoutDashboard size={16} stroke={1.75} />}
      >
        <Trans>See the Sample Dashboard</Trans>
      </LinkButton>
      {canCreateQuery && (
        <LinkButton to="/queries/new" variant="default" leftSection={<IconCode size={16} stroke={1.75} />}>
          <Trans>Ask Your First Question</Trans>
        </LinkButton>
      )}
    </div>
  )
}

/** How many items of a step's kind there are, as a link to their list if the user may see it. */
function CreatedCount({ by, count }: { by: StepName; count: number }) {
  const { counted, to, permission } = created[by]
  const { permissions } = useSession().user
  const text = counted(count)
  if (!permissions.includes(permission)) return <span className={styles.note}>{text}</span>
  return (
    <Link className={styles.made} to={to}>
      {text}
    </Link>
  )
}

/** The buttons of the steps that the user can take. */
function useActions(): Partial<Record<StepName, (variant: 'filled' | 'default') => ReactNode>> {
  const isAdmin = usePermission('admin')
  const canCreateQuery = usePermission('create_query')
  const canCreateDashboard = usePermission('create_dashboard')
  const createDashboard = useCreateDashboard()
  return {
    data_source: isAdmin
      ? (variant) => (
          <LinkButton to="/data_sources/new" size="sm" variant={variant}>
            <Trans>Connect</Trans>
          </LinkButton>
        )
      : () => (
          <span className={styles.note}>
            <Trans>Ask an account admin to connect a data source</Trans>
          </span>
        ),
    query: canCreateQuery
      ? (variant) => (
          <LinkButton to="/queries/new" size="sm" variant={variant}>
            <Trans>Create Query</Trans>
          </LinkButton>
        )
      : undefined,
    alert: (variant) => (
      <LinkButton to="/alerts/new" size="sm" variant={variant}>
        <Trans>Create Alert</Trans>
      </LinkButton>
    ),
    dashboard: canCreateDashboard
      ? (variant) => (
          <Button size="sm" variant={variant} onClick={createDashboard}>
            <Trans>Create Dashboard</Trans>
          </Button>
        )
      : undefined,
    invite: isAdmin
      ? (variant) => (
          <LinkButton to="/users/new" size="sm" variant={variant}>
            <Trans>Invite</Trans>
          </LinkButton>
        )
      : undefined,
  }
}

const bars = Array.from({ length: 9 }, (_, index) => ({ x: 44 + index * 42, y: 268 - index * 19, opacity: 0.1 + index * 0.04 }))
const lines = [82, 144, 206, 268]

/** The illustration of the product: a line of sight across the tops of bars. */
function SightIllustration() {
  return (
    <svg
      width="100%"
      height="100%"
      viewBox="0 0 452 372"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block' }}
    >
      <g stroke="var(--sl-line)">
        {lines.map((y) => (
          <path key={y} d={`M28 ${y + 0.5}H424`} />
        ))}
        <path d="M28 326.5H424" stroke="var(--sl-line-2)" />
      </g>
      {bars.map(({ x, y, opacity }) => (
        <path
          key={x}
          d={`M${x} ${y + 13} L${x + 26} ${y + 1} V322 a4 4 0 0 1 -4 4 H${x + 4} a4 4 0 0 1 -4 -4Z`}
          fill="var(--sl-c1)"
          opacity={opacity}
        />
      ))}
      <path d="M26 284 L414 108" stroke="var(--sl-c1)" strokeWidth="2" strokeLinecap="round" />
      <circle cx="414" cy="108" r="5" fill="var(--sl-surface)" stroke="var(--sl-c1)" strokeWidth="2" />
      <circle cx="26" cy="284" r="4" fill="var(--sl-signal)" />
      <g transform="translate(262 24)">
        <rect width="150" height="44" rx="8" fill="var(--sl-raised)" stroke="var(--sl-line)" />
        <text x="12" y="18" fontSize="11" fill="var(--sl-text-3)">
          <Trans>On-time departures</Trans>
        </text>
        <text x="12" y="35" fontSize="14" fontWeight="600" fill="var(--sl-text)">
          80.0%
        </text>
        <text x="62" y="35" fontSize="11" fontWeight="550" fill="var(--sl-ok)">
          <Trans>+2.0 pt</Trans>
        </text>
      </g>
    </svg>
  )
}
