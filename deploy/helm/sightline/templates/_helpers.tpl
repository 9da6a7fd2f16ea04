{{- define "sightline.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "sightline.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What selects the pods of one role: (list root role). */}}
{{- define "sightline.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "sightline.secret" -}}
{{- .Values.secrets.existing | default (include "sightline.name" .) }}
{{- end }}

{{/* The role whose pods answer requests. */}}
{{- define "sightline.front" -}}
{{- if eq .Values.mode "embedded" }}all{{ else }}web{{ end }}
{{- end }}

{{/* The pods of one role: a dict of root, role, port, resources, drain and grace, both in seconds. */}}
{{- define "sightline.pod" -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "sightline.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    {{- /* Pods start anew if a value of the secret changes. */}}
    checksum/secret: {{ include (print .root.Template.BasePath "/secret.yaml") .root | sha256sum }}
spec:
  serviceAccountName: {{ include "sightline.name" .root }}
  automountServiceAccountToken: false
  # Kubernetes would set variables that look like settings.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add .drain .grace 30 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with $values.image.pullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity: {{ toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{ include "sightline.selector" (list .root .role) | nindent 10 }}
  containers:
    - name: sightline
      image: {{ printf "%s:%s" $values.image.repository ($values.image.tag | default .root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      ports:
        - name: http
          containerPort: {{ .port }}
      env:
        - { name: SIGHTLINE_ROLE, value: {{ .role }} }
        - { name: SIGHTLINE_BASE_URL, value: {{ $values.baseUrl | quote }} }
        # Below the mounted folder, whose owner and rights Kubernetes sets.
        - { name: SIGHTLINE_DATA_DIR, value: /var/lib/sightline/data }
        - { name: SIGHTLINE_SHUTDOWN_GRACE, value: {{ .grace | quote }} }
        - { name: SIGHTLINE_SECRET_KEY_FILE, value: /run/secrets/sightline/secret-key }
        {{- if ne .role "all" }}
        - { name: SIGHTLINE_DATABASE_URL_FILE, value: /run/secrets/sightline/database-url }
        {{- end }}
        {{- if eq .role "worker" }}
        - { name: SIGHTLINE_WORKER_PORT, value: {{ .port | quote }} }
        {{- else }}
        {{- with $values.trustedProxies }}
        - { name: SIGHTLINE_TRUSTED_PROXIES, value: {{ . | quote }} }
        {{- end }}
        {{- with $values.adminEmail }}
        - { name: SIGHTLINE_ADMIN_EMAIL, value: {{ . | quote }} }
        - { name: SIGHTLINE_ADMIN_PASSWORD_FILE, value: /run/secrets/sightline/admin-password }
        {{- end }}
        {{- end }}
        {{- range $name, $value := $values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      # The first start brings the tables up to date, which may take minutes in a large database.
      startupProbe:
        httpGet: { path: /ping, port: http }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /ping, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        timeoutSeconds: 6
        failureThreshold: 3
      {{- if .drain }}
      lifecycle:
        preStop:
          sleep: { seconds: {{ .drain }} }
      {{- end }}
      resources: {{ toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - { name: data, mountPath: /var/lib/sightline }
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/sightline, readOnly: true }
  volumes:
    - name: data
      {{- if eq .role "all" }}
      persistentVolumeClaim:
        claimName: {{ include "sightline.name" .root }}
      {{- else }}
      emptyDir: {}
      {{- end }}
    - name: tmp
      emptyDir: {}
    - name: secrets
      secret:
        secretName: {{ include "sightline.secret" .root }}
        defaultMode: 0440
{{- end }}
