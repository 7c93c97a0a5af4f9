/** The part of n8n that the nodes use. The real package has 165 others and 148 MB, and is there when n8n loads them. */
declare module 'n8n-workflow' {
  export type IDataObject = Record<string, unknown>;

  export interface IHttpRequestOptions {
    method?: 'GET' | 'POST' | 'DELETE';
    url: string;
    qs?: IDataObject;
    body?: IDataObject;
    headers?: IDataObject;
    json?: boolean;
    encoding?: 'arraybuffer';
    ignoreHttpStatusErrors?: boolean;
    returnFullResponse?: boolean;
  }

  export interface IBinaryData {
    data: string;
    mimeType: string;
    fileName?: string;
  }

  export interface INodeExecutionData {
    json: IDataObject;
    binary?: Record<string, IBinaryData>;
    pairedItem?: { item: number };
  }

  interface Functions {
    getCredentials(type: string): Promise<IDataObject>;
    helpers: {
      httpRequest(options: IHttpRequestOptions): Promise<unknown>;
      httpRequestWithAuthentication(
        this: unknown,
        credentialsType: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>;
      prepareBinaryData(data: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
      returnJsonArray(data: IDataObject[]): INodeExecutionData[];
    };
  }

  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
    continueOnFail(): boolean;
  }

  interface HookOrWebhook extends Functions {
    getNodeParameter(name: string, fallback?: unknown): unknown;
    getWorkflowStaticData(type: 'node'): IDataObject;
  }

  export interface IHookFunctions extends HookOrWebhook {
    getNodeWebhookUrl(name: 'default'): string | undefined;
    getWorkflow(): { id?: string; name?: string };
  }

  export interface IWebhookFunctions extends HookOrWebhook {
    getHeaderData(): Record<string, string | string[] | undefined>;
    getRequestObject(): { rawBody: Buffer; readRawBody?: () => Promise<void> };
    getResponseObject(): { status(code: number): { json(body: unknown): unknown } };
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'collection' | 'json' | 'dateTime';
    default: unknown;
    required?: boolean;
    noDataExpression?: boolean;
    description?: string;
    placeholder?: string;
    hint?: string;
    options?: ({ name: string; value: string; action?: string; description?: string } | INodeProperties)[];
    displayOptions?: { show: Record<string, unknown[]> };
    typeOptions?: { password?: boolean; rows?: number; minValue?: number; maxValue?: number };
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: `file:${string}`;
    group: ('input' | 'output' | 'trigger')[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    inputs: 'main'[];
    outputs: 'main'[];
    usableAsTool?: true;
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
    properties: INodeProperties[];
  }

  export interface INodeType {
    description: INodeTypeDescription;
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    documentationUrl?: string;
    icon?: `file:${string}`;
    properties: INodeProperties[];
    authenticate?: { type: 'generic'; properties: { headers: Record<string, string> } };
    test?: { request: { baseURL: string; url: string } };
  }
}
