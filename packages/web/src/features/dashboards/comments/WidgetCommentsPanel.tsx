import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { commentedText, commentedValues, urlOfValues } from '@sightline/domain/dashboards/commented-values.ts'
import { chosenTab, type Tab } from '@sightline/domain/dashboards/tabs.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import { CommentsPanel } from '../../../ui/comments/CommentsPanel.tsx'
import { SidePanel } from '../../../ui/comments/SidePanel.tsx'
import { useClock } from '../../../ui/time-zone.tsx'
import { useComments } from '../../comments/api.ts'
import type { ParameterState } from '../values/dashboard-state.ts'
import { textboxName, widgetName } from '../widget/widget-names.ts'

interface WidgetCommentsPanelProps {
  dashboard: Dashboard
  /** Undefined if the dashboard has no such widget, or the reader may not see it. */
  widget: ShownWidget | undefined
  tabs: readonly Tab[]
  parameters: ParameterState
  onClose(): void
}

/** The comments of one widget, beside the dashboard. */
export function WidgetCommentsPanel({ widget, onClose, ...props }: WidgetCommentsPanelProps) {
  const name =
    widget === undefined ? '' : `: ${widget.visualization ? widgetName(widget.visualization) : textboxName(widget.text)}`
  return (
    <SidePanel key={widget?.id} title={t`Comments${name}`} onClose={onClose}>
      {widget === undefined ? <MissingWidget /> : <Comments widget={widget} {...props} />}
    </SidePanel>
  )
}

const MissingWidget = () => (
  <p role="alert" style={{ margin: 0, padding: '16px 20px' }}>
    <Trans>The widget of this link is no longer on the dashboard, or you do not have access to its data.</Trans>
  </p>
)

type CommentsProps = Omit<WidgetCommentsPanelProps, 'widget' | 'onClose'> & { widget: ShownWidget }

function Comments({ dashboard, widget, tabs, parameters }: CommentsProps) {
  const router = useRouter()
  const clock = useClock()
  const formats = useFormats()
  const shown = [...parameters.definitionsIn('dashboard'), ...parameters.definitionsIn(widget.id)]
  const current = commentedValues(widget, shown, clock())
  const comments = useComments(dashboard.id, widget.id, current)
  useEffect(() => {
    document.querySelector(`[data-grid-item="${widget.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [widget.id])
  const tab = chosenTab(tabs, widget.options.tab)
  return (
    <CommentsPanel
      {...comments}
      place={`widget-${widget.id}`}
      current={current}
      mayWrite={!dashboard.is_archived}
      textOf={(values) => commentedText(values, shown, formats)}
      hrefOf={(values) =>
        router.buildLocation({
          to: '/dashboard/$slug',
          params: { slug: dashboard.slug },
          search: { ...urlOfValues(values), tab: tab?.id, comments: String(widget.id) },
        }).publicHref
      }
      onShow={(values) => {
        if (values.length > 0) parameters.assignFromUrl(urlOfValues(values))
      }}
    />
  )
}
