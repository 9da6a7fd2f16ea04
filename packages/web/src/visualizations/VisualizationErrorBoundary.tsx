import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'

interface VisualizationErrorBoundaryProps {
  /** Drawing is tried again when it changes. */
  resetKey: string
  children: ReactNode
}

/** Keeps a drawing that fails from taking the page along. */
export class VisualizationErrorBoundary extends Component<VisualizationErrorBoundaryProps, { failedFor: string | null }> {
  override state = { failedFor: null }

  static getDerivedStateFromError() {
    return { failedFor: '' }
  }

  static getDerivedStateFromProps({ resetKey }: VisualizationErrorBoundaryProps, state: { failedFor: string | null }) {
    if (state.failedFor === null) return null
    // The error is noted first and the key it belongs to right after.
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
