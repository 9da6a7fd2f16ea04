import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'

interface VisualizationErrorBoundaryProps {
  /** A new value clears the error and renders again. */
  resetKey: string
  children: ReactNode
}

/** Shows an error message in place of a visualization that fails to render. */
export class VisualizationErrorBoundary extends Component<VisualizationErrorBoundaryProps, { failedFor: string | null }> {
  override state = { failedFor: null }

  static getDerivedStateFromError() {
    return { failedFor: '' }
  }

  static getDerivedStateFromProps({ resetKey }: VisualizationErrorBoundaryProps, state: { failedFor: string | null }) {
    if (state.failedFor === null) return null
    // React reports the error first; the key that it belongs to is stored in the next update.
    if (state.failedFor === '') return { failedFor: resetKey }
    return state.failedFor === resetKey ? null : { failedFor: null }
  }

  override render() {
    if (this.state.failedFor === null) return this.props.children
    return (
      <div role="alert">
        <EmptyState icon={<IconAlertTriangle size={20} stroke={1.75} />} title="This visualization could not be drawn." />
      </div>
    )
  }
}
