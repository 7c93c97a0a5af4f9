import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class ShutterpostApi implements ICredentialType {
  name = 'shutterpostApi';
  displayName = 'Shutterpost API';
  icon = 'file:shutterpost.svg' as const;
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://photos.example.com',
      description: 'Address of your Shutterpost installation',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A live or test key. The trigger needs the permissions to read and change webhooks.',
    },
  ];
  authenticate = {
    type: 'generic' as const,
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };
  test = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/v1/ping' },
  };
}
