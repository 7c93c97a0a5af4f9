<?php

// What Composer would make of the package.

declare(strict_types=1);

(function (): void {
    $package = getenv('SDK_PACKAGE');
    $composer = json_decode((string) file_get_contents("$package/composer.json"), true, flags: JSON_THROW_ON_ERROR);
    foreach ($composer['autoload']['psr-4'] as $prefix => $folder) {
        spl_autoload_register(function (string $class) use ($prefix, $folder, $package): void {
            if (str_starts_with($class, $prefix)) {
                require "$package/$folder" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            }
        });
    }
})();
